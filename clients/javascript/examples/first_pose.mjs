import { poses } from "gnomon-client";

for await (const pose of poses()) {
  if (pose.latitude_deg == null) continue;
  console.log(pose.latitude_deg, pose.longitude_deg, "heading", pose.heading_deg);
  break;
}
