//! Console windows that belong to this program alone.

/// Returns true if the system opened a console window for this program, as for a double click in
/// the file manager, and will close it when the program ends. Always false on systems other than
/// Windows: they open no window.
#[cfg(windows)]
pub fn has_own_window() -> bool {
    use windows_sys::Win32::System::Console::GetConsoleProcessList;
    // A shell would be a second process of the same console.
    let mut processes = [0; 2];
    // SAFETY: the pointer and the length are those of the array.
    let count = unsafe { GetConsoleProcessList(processes.as_mut_ptr(), processes.len() as u32) };
    count == 1
}

#[cfg(not(windows))]
pub fn has_own_window() -> bool {
    false
}
