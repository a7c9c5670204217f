/** The kind of the website that led to a page load. The website itself is not stored. */
type VisitSource = 'direct' | 'search' | 'social' | 'website' | 'internal';

const SEARCH =
  /(^|\.)(google|bing|duckduckgo|yahoo|ecosia|startpage|qwant|baidu|yandex|kagi)\.[a-z.]{2,6}$|^search\./;
const SOCIAL =
  /(^|\.)(linkedin\.com|lnkd\.in|facebook\.com|instagram\.com|x\.com|twitter\.com|t\.co|youtube\.com|reddit\.com|tiktok\.com|pinterest\.com|threads\.net|bsky\.app)$/;

/** @param referrer a host name, as a browser told it */
export function sourceOf(referrer: string, ownHost: string): VisitSource {
  const host = referrer.toLowerCase();
  if (host === '') return 'direct';
  if (host === ownHost) return 'internal';
  if (SEARCH.test(host)) return 'search';
  return SOCIAL.test(host) ? 'social' : 'website';
}

/**
 * One part of a campaign, in one spelling. Null for a text that no link of ours would have. An address or a long
 * number could stand for a person.
 */
function partOf(text: string): string | null {
  const part = text
    .trim()
    .toLowerCase()
    .replace(/[\s+]+/g, '-');
  return /^[a-z0-9._-]{0,40}$/.test(part) && !/\d{9}/.test(part) ? part : null;
}

/**
 * @param campaign `<utm_source>/<utm_campaign>`
 * @returns the same in one spelling. '' for none, 'other' for an unreadable one.
 */
export function campaignOf(campaign: string): string {
  const [source = '', name = '', ...rest] = campaign.split('/').map(partOf);
  if (source === null || name === null || rest.length > 0) return 'other';
  if (name === '') return source;
  return `${source === '' ? 'unnamed' : source}/${name}`;
}
