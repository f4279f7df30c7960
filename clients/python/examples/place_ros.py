#!/usr/bin/env python3
"""A node of ROS 2 that broadcasts the wearer (`wearer`) and a model (`model`) in the frame `map`: x east, y north, z up by the
scene's axes. For a system with rclpy and tf2_ros."""

import math
import sys

import gnomon
import rclpy
from geometry_msgs.msg import TransformStamped
from gnomon import geo
from tf2_ros import TransformBroadcaster

latitude, longitude, heading = (float(word) for word in (sys.argv[1:4] or ("48.20885", "16.37455", "90")))


def transform(node, child, point, q):
    made = TransformStamped()
    made.header.stamp, made.header.frame_id, made.child_frame_id = node.get_clock().now().to_msg(), "map", child
    made.transform.translation.x, made.transform.translation.y, made.transform.translation.z = point
    made.transform.rotation.x, made.transform.rotation.y, made.transform.rotation.z, made.transform.rotation.w = q
    return made


def main():
    rclpy.init()
    node = rclpy.create_node("gnomon")
    broadcaster = TransformBroadcaster(node)
    alignment = None
    for message in gnomon.Client().tracking.subscribe(["pose", "alignment"], rate_hz=60):
        alignment = message.alignment or alignment
        if message.pose:
            pose = message.pose
            broadcaster.sendTransform(transform(node, "wearer", geo.to_ros(pose.position), geo.rotation_to_ros(pose.orientation)))
        elif alignment.place:
            point = geo.to_ros(geo.scene_point(alignment, latitude, longitude))
            q = geo.rotation_to_ros(geo.scene_orientation(alignment, heading))  # the model's +x points to the heading
            broadcaster.sendTransform(transform(node, "model", point, q))
        if not rclpy.ok():
            break


main()
