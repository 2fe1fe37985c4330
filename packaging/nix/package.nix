# A package for Nix, for `pkgs.callPackage ./package.nix { }`. scripts/release/recipes fills in @...@.
{
  lib,
  stdenv,
  fetchurl,
  autoPatchelfHook,
  installShellFiles,
}:

let
  archives = {
    x86_64-linux = {
      url = "@URL:x86_64-linux@";
      hash = "@SRI:x86_64-linux@";
    };
    aarch64-linux = {
      url = "@URL:aarch64-linux@";
      hash = "@SRI:aarch64-linux@";
    };
    x86_64-darwin = {
      url = "@URL:x86_64-macos@";
      hash = "@SRI:x86_64-macos@";
    };
    aarch64-darwin = {
      url = "@URL:aarch64-macos@";
      hash = "@SRI:aarch64-macos@";
    };
  };
  system = stdenv.hostPlatform.system;
in
stdenv.mkDerivation {
  pname = "sheshbesh";
  version = "@VERSION@";
  src = fetchurl (archives.${system} or (throw "sheshbesh has no program for ${system}"));

  nativeBuildInputs = [ installShellFiles ] ++ lib.optionals stdenv.hostPlatform.isLinux [ autoPatchelfHook ];
  dontConfigure = true;
  dontBuild = true;
  # The programs are stripped, and another change would invalidate the signature for macOS.
  dontStrip = true;

  installPhase = ''
    runHook preInstall
    install -D -m 755 bin/shesh -t $out/bin
    installManPage man/man1/*
    installShellCompletion --cmd shesh --bash completions/shesh.bash --zsh completions/_shesh --fish completions/shesh.fish
    install -D -m 644 weights/backgammon/strong.weights -t $out/share/sheshbesh/weights/backgammon
    install -D -m 644 LICENSE-MIT LICENSE-APACHE THIRD-PARTY.txt CHANGELOG.md -t $out/share/doc/sheshbesh
    runHook postInstall
  '';

  doInstallCheck = true;
  installCheckPhase = ''
    $out/bin/shesh best @QUESTION@ | grep --quiet --fixed-strings '@ANSWER@'
  '';

  meta = {
    description = "@SUMMARY@";
    homepage = "@HOMEPAGE@";
    license = [ lib.licenses.mit lib.licenses.asl20 ];
    sourceProvenance = [ lib.sourceTypes.binaryNativeCode ];
    platforms = builtins.attrNames archives;
    mainProgram = "shesh";
  };
}
