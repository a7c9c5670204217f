/** The chosen options with this one added or removed, in alphabetical order. */
export function withChoice(chosen: readonly string[], option: string, isChosen: boolean): string[] {
  const others = chosen.filter((item) => item !== option);
  return isChosen ? [...others, option].sort() : others;
}
