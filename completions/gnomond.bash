# gnomond in bash. Written by 'make manual' from the program's syntax; a test compares them. Do not edit.
# shellcheck shell=bash

# The words that may follow these: commands.
_gnomond_words() {
  case $1 in
  '') echo 'simulate replay' ;;
  *) return 1 ;;
  esac
}

# The options of a command.
_gnomond_options() {
  case $1 in
  '') echo '--demo --speed --from --seed --socket --record --recordings --state --config --profile --set --print --for --help --version' ;;
  'simulate' | 'replay') echo '--speed --from --seed --socket --record --recordings --state --config --profile --set --print --for --help --version' ;;
  *) return 1 ;;
  esac
}

# What follows COMMAND:OPTION, or is operand N of COMMAND:N: a kind, and its words or endings. N+ is every one from there on.
_gnomond_kind() {
  case $1 in
  ':--speed' | ':--from' | ':--seed' | ':--for' | 'simulate:--speed' | 'simulate:--from' | 'simulate:--seed' | 'simulate:--for' | 'replay:--speed' | 'replay:--from' | 'replay:--seed' | 'replay:--for') echo 'text' ;;
  ':--socket' | ':--config' | 'simulate:--socket' | 'simulate:--config' | 'replay:--socket' | 'replay:--config') echo 'file' ;;
  ':--record' | 'simulate:--record' | 'replay:--record' | 'replay:1') echo 'file gnomon gnomon.gz' ;;
  ':--recordings' | ':--state' | 'simulate:--recordings' | 'simulate:--state' | 'replay:--recordings' | 'replay:--state') echo 'folder' ;;
  ':--profile' | 'simulate:--profile' | 'replay:--profile') echo 'words head torso hand foot vehicle free' ;;
  ':--set' | 'simulate:--set' | 'replay:--set') echo 'assignment Device.Profile GNSS.Address GNSS.Device GNSS.TimeTolerance Sensors.Context IMU.Device IMU.Accelerometer IMU.Gyroscope IMU.Rate IMU.MountMatrix IMU.AccelerometerSign Magnetometer.Device Magnetometer.Rate Magnetometer.MountMatrix Barometer.Device Socket.Path Socket.Group Socket.AdministratorGroup Socket.OdometryUsers Socket.SampleUsers Recording.Directory Recording.PartSize Terrain.Directory Places.MostPerContributor Places.BytesPerContributor State.Directory Outlets.PoseRing Outlets.NMEASocket Outlets.NMEAPort Outlets.NMEARate Outlets.OpenTrack Outlets.OpenTrackRate Outlets.OSC Outlets.OSCRate Outlets.OSCPlaces Bridge.Port Bridge.Origins Bridge.Allow Scene.places.radius Scene.places.most Scene.places.play Scene.places.least_play Scene.places.hold Scene.places.near Scene.places.middle Scene.places.at Scene.places.enter Scene.places.leave Scene.places.gate_heading Scene.places.gate_radius Scene.places.gate_play Scene.cluster.share Scene.cluster.play Scene.label.width Scene.label.height Scene.label.pixel Scene.label.gap Scene.stack.slots Scene.stack.cost Scene.stack.play Scene.stack.hide Scene.stack.show Scene.stack.highest Scene.drawing.mode Scene.drawing.base Scene.drawing.slope Scene.drawing.shell Scene.moving.age Scene.moving.sigma Scene.moving.gone Scene.eye.sigma Scene.finish.largest Scene.finish.smallest Scene.finish.near Scene.finish.far Scene.finish.text Scene.finish.pulse Scene.finish.pulse_scale Scene.finish.pulse_opacity Scene.upright.hold Scene.hint.blend Scene.hint.play Scene.pick.margin Scene.route.coarsest Scene.route.corridor Scene.route.patience Scene.route.repeat_time Scene.route.repeat_distance Scene.route.wrong_way Scene.route.ahead Scene.route.behind Scene.route.join_share Scene.route.join_hysteresis Scene.route.enter Scene.route.leave Scene.route.arrival Scene.route.early Scene.route.late Scene.route.missed Scene.route.walking_speed Scene.route.turn_angle Scene.route.turn_extent Scene.route.arrow_spacing Scene.route.arrows_behind Scene.route.arrows_ahead Scene.route.arrow_speed Scene.route.dot_spacing Scene.route.markers_ahead Scene.route.line_width Scene.route.line_behind Scene.route.line_ahead Scene.route.line_tolerance Scene.route.cue_time Parameters.guard.quiet_gap Parameters.guard.longest_gap Parameters.guard.spike Parameters.guard.range Parameters.attitude.window Parameters.gyroscope.latency Parameters.gyroscope.noise Parameters.gyroscope.noise_per_rate Parameters.gyroscope.bias_walk Parameters.gyroscope.bias Parameters.gyroscope.scale Parameters.gyroscope.cross Parameters.accelerometer.noise Parameters.accelerometer.bias Parameters.attitude.tilt Parameters.gravity.velocity_noise Parameters.gravity.velocity_bound Parameters.gravity.valve Parameters.rest.rate Parameters.rest.force Parameters.rest.time Parameters.rest.bias_noise Parameters.relaxed.rate Parameters.relaxed.average Parameters.compass.hardiron Parameters.compass.distortion Parameters.compass.distortion_time Parameters.compass.initial_lag Parameters.compass.noise Parameters.compass.correlation_time Parameters.compass.step_threshold Parameters.gait.band_high Parameters.gait.threshold Parameters.gait.shortest_interval Parameters.gait.longest_interval Parameters.gait.run Parameters.gait.waving_rate Parameters.gait.waving_time Parameters.gait.stride Parameters.gait.walk_ratio Parameters.travel.tie Parameters.travel.coherence Parameters.height.assumed Parameters.height.rate Parameters.height.terrain_noise Parameters.height.terrain_error Parameters.outside.interval Parameters.outside.noise Parameters.outside.noise_share Parameters.foot.standing_window Parameters.foot.standing_rate Parameters.foot.standing_force Parameters.foot.standing_swing Parameters.foot.swing_time Parameters.foot.standing_noise Parameters.foot.lever_noise Parameters.foot.lever_up Parameters.foot.lever_back Parameters.foot.rest_window Parameters.foot.rest_rate Parameters.foot.rest_force Parameters.foot.rest_bias Parameters.foot.rest_noise Parameters.foot.rest_gate Parameters.foot.accelerometer_noise Parameters.foot.gyroscope_noise Parameters.foot.gyroscope_noise_per_rate Parameters.foot.tilt Parameters.foot.patience Parameters.foot.way_noise Parameters.foot.turn_share Parameters.foot.height_drift Parameters.foot.floor_noise Parameters.foot.floor_reach Parameters.step.along Parameters.step.across Parameters.stride.scale Parameters.place.walk Parameters.yaw.walk Parameters.yaw.drift Parameters.yaw.drift_walk Parameters.yaw.rest Parameters.outside.yaw_walk Parameters.receiver.error_time Parameters.receiver.white Parameters.receiver.excess Parameters.receiver.wrong Parameters.receiver.elsewhere Parameters.receiver.jump Parameters.receiver.jump_start Parameters.receiver.velocity_wrong Parameters.compass.use Parameters.compass.window Parameters.compass.spot Parameters.compass.spot_time Parameters.compass.room Parameters.compass.room_length Parameters.compass.chip Parameters.compass.direction_noise Parameters.compass.wrong_window Parameters.compass.wrong_chip Parameters.compass.wrong_start Parameters.compass.turns_wrong Parameters.compass.device_field Parameters.compass.device_field_calibrated Parameters.compass.device_changes Parameters.compass.year Parameters.walk.unseen Parameters.force.noise Parameters.force.shaking Parameters.vehicle.gyroscope_noise Parameters.gnss.velocity_lag Parameters.vehicle.latency_sigma Parameters.vehicle.fix_white Parameters.vehicle.fix_velocity_interval Parameters.vehicle.fix_gate Parameters.vehicle.lateral_noise Parameters.vehicle.vertical_noise Parameters.vehicle.slip Parameters.vehicle.mount_yaw Parameters.vehicle.mount_pitch Parameters.fix.latency Parameters.fix.precise_latency Parameters.fix.precise Parameters.fix.assumed_3d Parameters.fix.assumed_2d Parameters.fix.assumed_speed Parameters.heading.start Parameters.heading.given Parameters.heading.given_sigma Parameters.scene.heading Parameters.scene.heading_wait Parameters.applied.mode Parameters.applied.yaw_rate Parameters.applied.yaw_time Parameters.applied.place_rate Parameters.applied.place_time Parameters.applied.ease_time Parameters.applied.snap_distance Parameters.localized.radius Parameters.localized.heading Parameters.localized.lost_radius Parameters.localized.lost_heading Parameters.localized.dwell Parameters.localized.reason_dwell Parameters.localized.fix_age Parameters.localized.assumed_radius Parameters.localized.disturbance Parameters.guidance.delay Parameters.guidance.patience Parameters.guidance.open_sky Parameters.guidance.drift Parameters.guidance.stillness Parameters.guidance.stillness_patience Parameters.guidance.still_rate Parameters.guidance.still_speed Parameters.pin.sigma Parameters.leg.use Parameters.leg.walk Parameters.leg.corridor Parameters.leg.sigma Parameters.wearer.eye_height' ;;
  'simulate:1') echo 'words straight out-and-back city-blocks stairs hills look-around sideways around gallery errand crowd ride circle drive bench-rest bench-turns bench-sides' ;;
  *) return 1 ;;
  esac
}

_gnomond_offer() {
  local current=$1 kind=$2
  shift 2
  case $kind in
  words) mapfile -t COMPREPLY < <(compgen -W "$*" -- "$current") ;;
  assignment)
    mapfile -t COMPREPLY < <(compgen -W "$*" -S = -- "$current")
    compopt -o nospace 2>/dev/null
    ;;
  folder)
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -d -- "$current")
    ;;
  file)
    compopt -o filenames 2>/dev/null
    local ending
    COMPREPLY=()
    if [ $# -gt 0 ]; then
      for ending; do mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -X "!*.$ending" -- "$current"); done
      mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "$current")
    fi
    # Nothing that ends like that: then anything.
    if [ ${#COMPREPLY[@]} -eq 0 ]; then mapfile -t COMPREPLY < <(compgen -f -- "$current"); fi
    ;;
  esac
}

_gnomond() {
  local current=${COMP_WORDS[COMP_CWORD]} command='' option='' operand=0 position=1 word kind
  COMPREPLY=()
  # The command: as many words as there are.
  while [ $position -lt "$COMP_CWORD" ] && [[ " $(_gnomond_words "$command") " == *" ${COMP_WORDS[position]} "* ]]; do
    command="${command:+$command }${COMP_WORDS[position]}"
    position=$((position + 1))
  done
  # What comes before: options with their values, and operands. An equals sign is a word of its own.
  while [ $position -lt "$COMP_CWORD" ]; do
    word=${COMP_WORDS[position]}
    if [ -n "$option" ]; then
      if [ "$word" != = ]; then option=''; fi
    elif [[ $word == -?* && $word != -[0-9.]* ]]; then
      if _gnomond_kind "$command:$word" >/dev/null; then option=$word; fi
    else
      operand=$((operand + 1))
    fi
    position=$((position + 1))
  done
  if [ "$current" = = ]; then current=''; fi
  if [ -n "$option" ]; then
    kind=$(_gnomond_kind "$command:$option")
  elif [[ $current == -* ]]; then
    kind="words $(_gnomond_options "$command")"
  else
    local next place=$((operand + 1))
    if [ $operand -eq 0 ] && next=$(_gnomond_words "$command") && [ -n "$next" ]; then
      kind="words $next"
    elif ! kind=$(_gnomond_kind "$command:$place"); then
      while [ $place -gt 0 ] && ! kind=$(_gnomond_kind "$command:$place+"); do place=$((place - 1)); done
    fi
  fi
  # shellcheck disable=SC2086
  _gnomond_offer "$current" $kind
}

complete -F _gnomond gnomond
