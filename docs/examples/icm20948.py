#!/usr/bin/env python3
"""An ICM-20948 through the library of its breakout, 100 samples a second; z of the chip is up, x right, y forward."""
import time
import board
from adafruit_icm20x import ICM20948

imu = ICM20948(board.I2C())
while True:
    t = time.clock_gettime(time.CLOCK_BOOTTIME)
    (ax, ay, az), (gx, gy, gz), (mx, my, mz) = imu.acceleration, imu.gyro, imu.magnetic
    print(f"A,{t:.6f},{ax},{az},{-ay}\nG,{t:.6f},{gx},{gz},{-gy}\nM,{t:.6f},{mx},{mz},{-my}", flush=True)
    time.sleep(0.01)
