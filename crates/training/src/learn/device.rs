//! What the learner computes on.

use burn::tensor::Device;
use sheshbesh_movegen::named;

/// What the learner computes on; self-play is always on the CPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeviceName {
    /// This crate's own code.
    #[default]
    Cpu,
    /// Burn's own CPU backend.
    Flex,
    /// An NVIDIA GPU.
    #[cfg(feature = "cuda")]
    Cuda,
    /// Any GPU, through Vulkan, Metal or DirectX.
    #[cfg(feature = "wgpu")]
    Wgpu,
}

impl DeviceName {
    /// Those that this program was built with, the default first.
    pub const ALL: &'static [Self] = &[
        Self::Cpu,
        Self::Flex,
        #[cfg(feature = "cuda")]
        Self::Cuda,
        #[cfg(feature = "wgpu")]
        Self::Wgpu,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Flex => "flex",
            #[cfg(feature = "cuda")]
            Self::Cuda => "cuda",
            #[cfg(feature = "wgpu")]
            Self::Wgpu => "wgpu",
        }
    }

    /// Makes it ready.
    pub fn open(self) -> Compute {
        match self {
            Self::Cpu => Compute::Cpu,
            Self::Flex => Compute::Burn(Device::flex()),
            #[cfg(feature = "cuda")]
            Self::Cuda => Compute::Burn(Device::cuda(0usize)),
            #[cfg(feature = "wgpu")]
            Self::Wgpu => Compute::Burn(Device::wgpu(burn::tensor::DeviceKind::DefaultDevice)),
        }
    }
}

/// What the layers after the first are learned with; the first one is always learned on the CPU.
#[derive(Clone, Debug)]
pub enum Compute {
    /// This crate's own code, the fastest there is without a GPU.
    Cpu,
    /// Burn, on a device of its.
    Burn(Device),
}

named!(DeviceName, UnknownDevice);

/// The program cannot compute on that.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this program was not built for the device {0:?}; it knows {known} \
     (build with --features cuda or wgpu for others)",
    known = DeviceName::ALL.iter().map(|device| device.name()).collect::<Vec<_>>().join(", ")
)]
pub struct UnknownDevice(pub String);
