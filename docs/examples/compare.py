#!/usr/bin/env python3
"""Two replays of one recording side by side, as docs/research.md goes through it: plan and heading as a picture."""

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

with_compass = pd.read_csv("compass.csv", comment="#", index_col="t")
without = pd.read_csv("without.csv", comment="#", index_col="t")

# The truth: R,t,lat,lon,height,qx,qy,qz,qw. Degrees become meters by the length of a degree at this latitude.
rows = [line.split(",") for line in open("walk.gnomon") if line.startswith("R,")]
truth = pd.DataFrame([[float(row[1]), float(row[2]), float(row[3])] for row in rows if row[2]], columns=["t", "lat", "lon"])
origin = truth.iloc[0]
north = 111_132.9
east = 111_319.5 * np.cos(np.radians(origin.lat))

figure, (plan, angle) = plt.subplots(1, 2, figsize=(11, 4.5))
plan.plot((truth.lon - origin.lon) * east, (truth.lat - origin.lat) * north, "k", label="truth")
for name, poses in [("compass", with_compass), ("without", without)]:
    plan.plot((poses.lon - origin.lon) * east, (poses.lat - origin.lat) * north, label=name)
    known = poses[poses.yaw_sigma < 60]
    angle.plot(known.index, known.heading, label=name)
    angle.fill_between(known.index, known.heading - known.yaw_sigma, known.heading + known.yaw_sigma, alpha=0.2)
plan.set(xlabel="east, m", ylabel="north, m", aspect="equal")
angle.set(xlabel="s", ylabel="heading, degrees")
plan.legend()
figure.savefig("compare.png", dpi=120)
print((with_compass.yaw_sigma - without.yaw_sigma).describe())
