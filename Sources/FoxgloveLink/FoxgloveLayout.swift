/// A layout for Foxglove and Lichtblick: the scene, the map, what is not known, rates, states and sentences, all at once.
///
/// Panels and members are those of Foxglove's own layouts; the format has no specification (docs.foxglove.dev, Layouts).
enum FoxgloveLayout {
  static let text = #"""
    {
      "configById": {
        "3D!scene": {
          "foxglovePanelTitle": "Scene",
          "followTf": "base_link",
          "followMode": "follow-position",
          "fixedFrame": "map",
          "scene": {"transforms": {"axisScale": 1}},
          "layers": {
            "grid": {
              "instanceId": "grid",
              "layerId": "foxglove.Grid",
              "label": "Grid",
              "frameId": "odom",
              "visible": true,
              "size": 100,
              "divisions": 10,
              "lineWidth": 1,
              "color": "#444444"
            }
          },
          "topics": {
            "/scene": {"visible": true},
            "/pose": {"visible": true, "type": "axis", "axisScale": 1}
          }
        },
        "map!place": {
          "foxglovePanelTitle": "Place and fixes",
          "followTopic": "/place",
          "layer": "map",
          "zoomLevel": 18,
          "disabledTopics": [],
          "topicColors": {"/place": "#2f9bff", "/fix": "#ff8c1a"}
        },
        "Plot!heading": {
          "title": "Heading, degrees",
          "foxglovePanelTitle": "Heading, degrees",
          "paths": [
            {
              "value": "/state.heading_deg",
              "label": "heading",
              "enabled": true,
              "timestampMethod": "receiveTime"
            }
          ],
          "showXAxisLabels": true,
          "showYAxisLabels": true,
          "showLegend": true,
          "legendDisplay": "floating",
          "showPlotValuesInLegend": true,
          "isSynced": true,
          "xAxisVal": "timestamp",
          "followingViewWidth": 60
        },
        "Plot!sigma": {
          "title": "What is not known",
          "foxglovePanelTitle": "What is not known",
          "paths": [
            {
              "value": "/state.heading_sigma_deg",
              "label": "σ of the heading, degrees",
              "enabled": true,
              "timestampMethod": "receiveTime"
            },
            {
              "value": "/state.horizontal_accuracy_m",
              "label": "place, m, 68 %",
              "enabled": true,
              "timestampMethod": "receiveTime"
            },
            {
              "value": "/state.vertical_accuracy_m",
              "label": "height, m, 68 %",
              "enabled": true,
              "timestampMethod": "receiveTime"
            }
          ],
          "showXAxisLabels": true,
          "showYAxisLabels": true,
          "showLegend": true,
          "legendDisplay": "floating",
          "showPlotValuesInLegend": true,
          "isSynced": true,
          "xAxisVal": "timestamp",
          "followingViewWidth": 60
        },
        "Plot!rates": {
          "title": "Rates, Hz",
          "foxglovePanelTitle": "Rates, Hz",
          "paths": [
            {
              "value": "/rates.accelerometer_hz",
              "label": "accelerometer",
              "enabled": true,
              "timestampMethod": "receiveTime"
            },
            {
              "value": "/rates.gyroscope_hz",
              "label": "gyroscope",
              "enabled": true,
              "timestampMethod": "receiveTime"
            },
            {
              "value": "/rates.magnetometer_hz",
              "label": "magnetometer",
              "enabled": true,
              "timestampMethod": "receiveTime"
            },
            {
              "value": "/rates.barometer_hz",
              "label": "barometer",
              "enabled": true,
              "timestampMethod": "receiveTime"
            },
            {
              "value": "/rates.gnss_hz",
              "label": "gnss",
              "enabled": true,
              "timestampMethod": "receiveTime"
            }
          ],
          "showXAxisLabels": true,
          "showYAxisLabels": true,
          "showLegend": true,
          "legendDisplay": "floating",
          "showPlotValuesInLegend": true,
          "isSynced": true,
          "xAxisVal": "timestamp",
          "followingViewWidth": 60
        },
        "StateTransitions!state": {
          "foxglovePanelTitle": "State",
          "paths": [
            {
              "value": "/state.tracking",
              "label": "tracking",
              "timestampMethod": "receiveTime"
            },
            {
              "value": "/state.localization",
              "label": "localization",
              "timestampMethod": "receiveTime"
            },
            {
              "value": "/state.scene",
              "label": "scene",
              "timestampMethod": "receiveTime"
            }
          ],
          "isSynced": true
        },
        "RosOut!corrections": {
          "foxglovePanelTitle": "Corrections",
          "topicToRender": "/corrections",
          "minLogLevel": 1,
          "searchTerms": []
        },
        "RosOut!announcements": {
          "foxglovePanelTitle": "Announcements",
          "topicToRender": "/announcements",
          "minLogLevel": 1,
          "searchTerms": []
        }
      },
      "globalVariables": {},
      "userNodes": {},
      "playbackConfig": {"speed": 1},
      "layout": {
        "direction": "row",
        "splitPercentage": 55,
        "first": {
          "direction": "column",
          "splitPercentage": 70,
          "first": {
            "direction": "row",
            "splitPercentage": 60,
            "first": "3D!scene",
            "second": "map!place"
          },
          "second": {
            "direction": "row",
            "splitPercentage": 50,
            "first": "RosOut!corrections",
            "second": "RosOut!announcements"
          }
        },
        "second": {
          "direction": "column",
          "splitPercentage": 30,
          "first": "Plot!heading",
          "second": {
            "direction": "column",
            "splitPercentage": 42,
            "first": "Plot!sigma",
            "second": {
              "direction": "column",
              "splitPercentage": 55,
              "first": "Plot!rates",
              "second": "StateTransitions!state"
            }
          }
        }
      }
    }

    """#
}
