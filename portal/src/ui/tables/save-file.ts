/** Offers the parts as one download. */
export function saveFile(parts: readonly BlobPart[], type: string, name: string): void {
  const file = new Blob([...parts], { type });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // In the next turn of the event loop, the download no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
