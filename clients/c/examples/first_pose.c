#include <gnomon.h>
#include <stdio.h>
int main(void) {
  gnomon *client = gnomon_open(NULL);
  struct gnomon_pose pose;
  while (gnomon_next_pose(client, &pose) == 1 && isnan(pose.latitude_deg)) {}
  if (gnomon_error(client)) return fprintf(stderr, "%s\n", gnomon_error(client)), 1;
  printf("%.7f %.7f heading %.1f\n", pose.latitude_deg, pose.longitude_deg, pose.heading_deg);
  gnomon_close(client);
}
