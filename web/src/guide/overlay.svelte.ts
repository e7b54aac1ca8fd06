// Whether the guide lies over the table, which goes on below.

class Overlay {
  open = $state(false);
}

export const overlay = new Overlay();
