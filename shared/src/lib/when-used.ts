/** Makes something at its first use, and keeps it. @example const format = whenUsed(() => new Intl.NumberFormat('en-US')) */
export function whenUsed<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
