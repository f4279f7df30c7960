// Puts model.glb at a latitude, longitude and heading, seen by the wearer: docs/clients/javascript.md.

import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { geo, View } from "gnomon-client";

const target = { latitude: 48.20885, longitude: 16.37455, heading: 90 };
const fieldOfView = 60; // of the width, in degrees

const renderer = new THREE.WebGLRenderer({ antialias: true });
const camera = new THREE.PerspectiveCamera();
const scene = new THREE.Scene();
scene.add(new THREE.HemisphereLight(0xffffff, 0x888888, 3));
document.body.append(renderer.domElement);

const { scene: model } = await new GLTFLoader().loadAsync("model.glb");
scene.add(model);

const view = new View({ fieldOfView });
const fit = () => {
  renderer.setSize(innerWidth, innerHeight);
  camera.aspect = innerWidth / innerHeight;
  camera.fov = (360 / Math.PI) * Math.atan(Math.tan((fieldOfView * Math.PI) / 360) / camera.aspect); // three.js has that of the height
  camera.updateProjectionMatrix();
};
addEventListener("resize", fit);
fit();

renderer.setAnimationLoop(() => {
  const { pose, alignment } = view;
  // Until the wearer has walked, only the compass measures the heading: a model would stand in a direction that may be wrong.
  model.visible = Boolean(pose && alignment?.place && alignment.scene_id === pose.scene_id
    && alignment.is_heading_confirmed && alignment.yaw_sigma_deg < 15);
  if (model.visible) {
    // The scene's axes are those of three.js: the camera has the wearer's pose, unchanged.
    camera.position.copy(pose.position);
    camera.quaternion.copy(pose.orientation);
    model.position.copy(geo.scenePoint(alignment, target.latitude, target.longitude));
    // The front of a glTF model is +z (glTF 2.0, 3.4); sceneOrientation turns -z to the heading.
    model.quaternion.copy(geo.sceneOrientation(alignment, target.heading + 180));
  }
  renderer.render(scene, camera);
});

Object.assign(window, { view, renderer, camera, scene, model, target }); // for the console
