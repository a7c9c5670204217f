const SMALLEST = 100_000;
const COUNT = 900_000;
/** Largest multiple of COUNT in 32 bits. Above it, the first codes would occur more often than the others. */
const FAIR_BELOW = Math.floor(2 ** 32 / COUNT) * COUNT;

function random32(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? FAIR_BELOW;
}

/**
 * Six random digits, 100000 to 999999, each equally likely.
 * @param draw 32 random bits as a whole number. By default from the system's generator.
 */
export function createVerificationCode(draw: () => number = random32): string {
  let bits = draw();
  while (bits >= FAIR_BELOW) bits = draw();
  return String(SMALLEST + (bits % COUNT));
}
