//! Devices of the learner.

#[cfg(feature = "burn")]
use burn::tensor::Device;
use sheshbesh_movegen::named;

/// Device of the learner. Self-play always runs on the CPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeviceName {
    /// This crate's own code on the CPU.
    #[default]
    Cpu,
    /// Burn's CPU backend.
    #[cfg(feature = "burn")]
    Flex,
    /// An NVIDIA GPU.
    #[cfg(feature = "cuda")]
    Cuda,
    /// Any GPU, through Vulkan, Metal or DirectX.
    #[cfg(feature = "wgpu")]
    Wgpu,
}

impl DeviceName {
    /// The devices in this build, the default first.
    pub const ALL: &'static [Self] = &[
        Self::Cpu,
        #[cfg(feature = "burn")]
        Self::Flex,
        #[cfg(feature = "cuda")]
        Self::Cuda,
        #[cfg(feature = "wgpu")]
        Self::Wgpu,
    ];

    /// Name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            #[cfg(feature = "burn")]
            Self::Flex => "flex",
            #[cfg(feature = "cuda")]
            Self::Cuda => "cuda",
            #[cfg(feature = "wgpu")]
            Self::Wgpu => "wgpu",
        }
    }

    /// Opens the device.
    pub fn open(self) -> Compute {
        match self {
            Self::Cpu => Compute::Cpu,
            #[cfg(feature = "burn")]
            Self::Flex => Compute::Burn(Device::flex()),
            #[cfg(feature = "cuda")]
            Self::Cuda => Compute::Burn(Device::cuda(0usize)),
            #[cfg(feature = "wgpu")]
            Self::Wgpu => Compute::Burn(Device::wgpu(burn::tensor::DeviceKind::DefaultDevice)),
        }
    }
}

/// Implementation of the layers after the first. The first layer is always trained on the CPU.
#[derive(Clone, Debug)]
pub enum Compute {
    /// This crate's own code, the fastest without a GPU.
    Cpu,
    /// Burn, on one of its devices.
    #[cfg(feature = "burn")]
    Burn(Device),
}

named!(DeviceName, UnknownDevice);

/// No device in this build has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown device {0:?}: this build supports {known} (build with --features cuda or wgpu for \
     others)",
    known = DeviceName::ALL.iter().map(|device| device.name()).collect::<Vec<_>>().join(", ")
)]
pub struct UnknownDevice(pub String);
