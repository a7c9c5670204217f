import { useEffect } from 'react';

interface HeadFields {
  title: string;
  description: string;
  noIndex: boolean;
}

/** Updates the document's head after a navigation. The first page's head comes from its own HTML. */
export function usePageHead({ title, description, noIndex }: HeadFields): void {
  useEffect(() => {
    document.title = title;
    setMeta('name', 'description', description);
    setMeta('property', 'og:title', title);
    setMeta('property', 'og:description', description);
    setMeta('name', 'robots', noIndex ? 'noindex' : 'index, follow');
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    if (canonical !== null) canonical.href = new URL(location.pathname, canonical.href).href;
  }, [title, description, noIndex]);
}

function setMeta(attribute: 'name' | 'property', key: string, content: string): void {
  document.querySelector(`meta[${attribute}="${key}"]`)?.setAttribute('content', content);
}
