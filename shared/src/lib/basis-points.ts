/** Hundredths of a percent as people read them. @example formatBasisPoints(750) // '7.5 %' */
export function formatBasisPoints(basisPoints: number): string {
  return `${basisPoints / 100} %`;
}
