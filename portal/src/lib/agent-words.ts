/** The order matters: a browser also names the browsers from which it is derived. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|HeadlessChrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Names a session's browser in familiar words.
 * @example agentWords('… (Windows NT 10.0) … Chrome/142.0 Safari/537.36') // 'Chrome on Windows'
 */
export function agentWords(userAgent: string | null): string {
  const found = (known: typeof BROWSERS) => known.find(([sign]) => sign.test(userAgent ?? ''))?.[1];
  const system = found(SYSTEMS);
  return `${found(BROWSERS) ?? 'Unknown browser'}${system === undefined ? '' : ` on ${system}`}`;
}
