const SMALLEST = 100_000;
const COUNT = 900_000;
/** Largest multiple of COUNT that 32 bits hold: above it, the first codes would come up more often than the others. */
const FAIR_BELOW = Math.floor(2 ** 32 / COUNT) * COUNT;

function random32(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? FAIR_BELOW;
}

/**
 * Six random digits, 100000 to 999999, each as likely as any other.
 * @param draw 32 random bits as a whole number; the system's generator unless a test brings its own.
 */
export function createVerificationCode(draw: () => number = random32): string {
  let bits = draw();
  while (bits >= FAIR_BELOW) bits = draw();
  return String(SMALLEST + (bits % COUNT));
}
