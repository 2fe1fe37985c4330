# A formula for a Homebrew tap. scripts/release/recipes fills in @...@.
class Sheshbesh < Formula
  desc "@SUMMARY@"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@URL:aarch64-macos@"
      sha256 "@SHA256:aarch64-macos@"
    end
    on_intel do
      url "@URL:x86_64-macos@"
      sha256 "@SHA256:x86_64-macos@"
    end
  end

  on_linux do
    on_arm do
      url "@URL:aarch64-linux@"
      sha256 "@SHA256:aarch64-linux@"
    end
    on_intel do
      url "@URL:x86_64-linux@"
      sha256 "@SHA256:x86_64-linux@"
    end
  end

  def install
    bin.install "bin/shesh"
    man1.install Dir["man/man1/*"]
    bash_completion.install "completions/shesh.bash" => "shesh"
    zsh_completion.install "completions/_shesh"
    fish_completion.install "completions/shesh.fish"
    pkgshare.install "weights"
    doc.install "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.txt", "CHANGELOG.md"
  end

  test do
    assert_match "@ANSWER@", shell_output("#{bin}/shesh best @QUESTION@")
  end
end
