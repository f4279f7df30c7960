// Findings about IIO in this kernel, and how to get it.
extension DoctorFacts {
  func examineKernel(_ findings: inout Findings) {
    findings.subject = "kernel"
    if let listingFault {
      findings.problem(
        "iio-unlisted", "the IIO devices cannot be listed: \(listingFault)",
        isRemote
          ? "[Sensors] Context= with an address where iiod answers" : "look at the kernel's log: `dmesg | grep -i iio`")
    }
    if isRemote {
      if devices.isEmpty && listingFault == nil {
        findings.problem("iio-no-device", "there is no IIO device at \(sensors.uri ?? "")", "check the address")
      }
      return
    }
    if kernel.isContainer {
      findings.addNote(
        "container", "this is a container: kernel, modules and devices are those of its host",
        "run `gnomon doctor` on the host, or give the container access to the devices (/dev/iio:device*, /sys)")
    }
    if devices.isEmpty && listingFault == nil && hasSource(of: .accelerometer) && hasSource(of: .gyroscope) {
      findings.ok("iio-unneeded", "there is no IIO device; the daemon gets its samples another way")
    } else if devices.isEmpty && listingFault == nil && glasses.pairs.contains(where: { $0.node != nil }) {
      findings.ok("iio-unneeded", "there is no IIO device; the glasses have a sensor of their own")
    } else if !kernel.hasIIO {
      missingCore(&findings)
    } else if devices.isEmpty && listingFault == nil {
      findings.problem(
        "iio-no-device",
        "the kernel (\(kernel.release)) has IIO, but no IIO device: no sensor is declared, or its driver did not find it",
        declaring)
    } else {
      findings.ok("iio", "the kernel (\(kernel.release)) has IIO")
    }
    examineTimers(&findings)
  }

  private func missingCore(_ findings: inout Findings) {
    let file = kernel.optionsFile ?? "its configuration"
    if kernel.coreOption == .off {
      findings.problem(
        "kernel-without-iio", "this kernel (\(kernel.release)) is built without IIO: CONFIG_IIO is not set in \(file)",
        anotherKernel)
    } else if kernel.coreOption == .builtIn {
      findings.problem(
        "iio-hidden", "IIO is built into this kernel, but /sys/bus/iio is missing: sysfs is wrong",
        "mount sysfs at /sys")
    } else if kernel.hasCoreModule {
      findings.problem(
        "iio-not-loaded", "the module industrialio exists but is not loaded, because no driver of a sensor needs it",
        "`modprobe industrialio` shows whether it loads; then declare a sensor: \(declaring)")
    } else if kernel.coreOption == .module || kernel.hasModules {
      findings.problem(
        "iio-module-missing",
        "the module industrialio is not among those of this kernel in /lib/modules/\(kernel.release)",
        kernel.coreOption == .module
          ? "install all modules of this kernel (Debian: linux-image-\(kernel.release)), or start the kernel that is installed"
          : anotherKernel)
    } else {
      findings.problem(
        "iio-missing",
        "this kernel (\(kernel.release)) has no IIO, and neither its configuration nor its modules are here to check whether it could have IIO",
        "`modprobe industrialio`, and if there is no such module: \(anotherKernel)")
    }
  }

  private var anotherKernel: String {
    let package =
      ["x86_64": "amd64", "aarch64": "arm64", "armv7l": "armmp"][kernel.architecture] ?? kernel.architecture
    if kernel.release.contains("cloud") {
      return "Debian's cloud kernel has no sensor drivers: `apt install linux-image-\(package)` and start that kernel"
    }
    return """
      start a kernel with CONFIG_IIO, CONFIG_IIO_BUFFER, CONFIG_IIO_TRIGGERED_BUFFER, CONFIG_IIO_HRTIMER_TRIGGER and the \
      driver of the sensor (CONFIG_BMI160_I2C, CONFIG_INV_MPU6050_I2C, CONFIG_IIO_ST_LSM6DSX, CONFIG_HID_SENSOR_HUB with \
      CONFIG_HID_SENSOR_ACCEL_3D, …); Debian's has IIO, timer triggers and most drivers: `apt install linux-image-\(package)`
      """
  }

  /// How to declare a sensor to the kernel on this machine.
  private var declaring: String {
    if let hub = kernel.sensorHubs.first {
      if kernel.driverOptions[KnownChip.hubOption] == .off {
        return
          "there is a HID sensor hub (\(hub)), and this kernel is built without its drivers: Debian's kernel has them"
      }
      return
        "there is a HID sensor hub (\(hub)): `modprobe -a hid-sensor-hub hid-sensor-accel-3d hid-sensor-gyro-3d hid-sensor-magn-3d`"
    }
    if let board = kernel.board {
      if board.contains("Raspberry Pi") {
        return """
          in /boot/firmware/config.txt, for a sensor on I²C: `dtparam=i2c_arm=on` and `dtoverlay=i2c-sensor,mpu6050,int_pin=4` (or \
          mpu9250, bno055), and reboot; for any other chip gnomon-drivers or an overlay: `sudo gnomon doctor --buses`, docs/hardware.md
          """
      }
      return """
        give the device tree (\(board)) a node for it, as an overlay: compatible = "bosch,bmi160" or the name of its driver, reg, \
        interrupts, mount-matrix; then check with `dmesg | grep -i iio`
        """
    }
    return """
      for one on I²C, as root: `modprobe -a i2c-dev inv-mpu6050-i2c`, `i2cdetect -l` for the bus, and \
      `echo mpu6050 0x68 > /sys/bus/i2c/devices/i2c-N/new_device`; for a HID sensor hub: \
      `modprobe -a hid-sensor-hub hid-sensor-accel-3d hid-sensor-gyro-3d hid-sensor-magn-3d`
      """
  }

  /// Reports missing timer triggers; they are needed by devices without a trigger of their own.
  private func examineTimers(_ findings: inout Findings) {
    guard kernel.hasIIO, !devices.isEmpty else { return }
    let needy = devices.map(\.description).filter { device in
      device.hasTrigger && device.trigger.isEmpty
        && !triggers.contains { $0.hasPrefix(device.name + "-") || $0 == DeviceFacts.triggerName(of: device.id) }
    }
    guard let first = needy.first else { return }
    let names = needy.map(\.shown).joined(separator: "; ")
    if kernel.hasTimerTriggers {
      findings.warn(
        "trigger-missing", "there is no trigger for \(names), so it is polled, attribute by attribute",
        "`systemctl start gnomon-trigger` makes one, \(DeviceFacts.triggerName(of: first.id))")
    } else if kernel.timerOption == .off || kernel.hasModules && !kernel.hasTimerModule {
      findings.warn(
        "kernel-without-timer-triggers",
        "there is no trigger for \(names), and this kernel cannot make one: CONFIG_IIO_HRTIMER_TRIGGER is not set",
        "connect its interrupt line and declare it, or start a kernel that has iio-trig-hrtimer; until then it is polled"
      )
    } else {
      findings.warn(
        "timer-triggers-missing", "there is no trigger for \(names), and timer triggers are not loaded",
        "`modprobe -a industrialio-configfs iio-trig-hrtimer`, then `systemctl start gnomon-trigger`; modules-load.d/gnomon.conf loads the modules at every start"
      )
    }
  }
}

extension DeviceFacts {
  /// Returns the name of the trigger that the units' helper script makes for a device.
  static func triggerName(of id: String) -> String {
    "gnomon-" + (id.split(separator: ":").last.map(String.init) ?? id)
  }
}
