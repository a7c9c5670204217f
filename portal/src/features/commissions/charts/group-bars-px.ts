const BAR_PX = 34;
const AXIS_PX = 30;

/** The height of horizontal bars with their axis. */
export const groupBarsPx = (count: number) => count * BAR_PX + AXIS_PX;
