import gnomon

for pose in gnomon.poses():
    if pose.latitude_deg is not None:
        print(pose.latitude_deg, pose.longitude_deg, "heading", pose.heading_deg)
        break
