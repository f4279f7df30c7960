// Puts the model that has this component at a latitude, longitude and heading, and the camera at the wearer's eyes.
// Unity: x right, y up, z forward, left-handed; so the scene's z changes its sign.

using UnityEngine;

public class GnomonPlace : MonoBehaviour {
    public double latitude = 48.20885, longitude = 16.37455;
    public float heading = 90; // of the model's +z, degrees clockwise from true north
    public Transform eyes;     // the camera

    static Gnomon.Client client;

    void OnEnable() { client = client ?? new Gnomon.Client(); }

    void OnApplicationQuit() {
        client?.Dispose();
        client = null;
    }

    void LateUpdate() {
        Gnomon.Message pose = client?.Pose, alignment = client?.Alignment;
        // Until the wearer has walked, only the compass measures the heading, and the direction may be wrong.
        bool isKnown = alignment != null && alignment.Flag("is_heading_confirmed") && alignment.Number("yaw_sigma_deg") < 15;
        foreach (var renderer in GetComponentsInChildren<Renderer>()) renderer.enabled = isKnown;
        if (pose == null || !Gnomon.Geo.Point(alignment, latitude, longitude, out var x, out var y, out var z)) return;
        Gnomon.Message p = pose["position"], q = pose["orientation"];
        eyes.position = new Vector3((float)p.Number("x"), (float)p.Number("y"), -(float)p.Number("z"));
        eyes.rotation = new Quaternion(-(float)q.Number("x"), -(float)q.Number("y"), (float)q.Number("z"), (float)q.Number("w"));
        transform.position = new Vector3((float)x, (float)y, (float)z);
        transform.rotation = Quaternion.Euler(0, heading - (float)alignment.Number("applied_yaw_deg"), 0);
    }
}
