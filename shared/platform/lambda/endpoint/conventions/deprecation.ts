/** When an endpoint was, or will be, deprecated. */
export interface Deprecation {
  /** Date, `2027-01-31`: since when it should not be used any more. */
  since: string;
  /** Date from which on it may no longer answer. */
  sunset?: string;
  /** Address of a page that says what to use instead. */
  link?: string;
}

const secondsAt = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1000;

/** The headers `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` of every response of a deprecated endpoint. */
export const deprecationHeaders = (deprecated: Deprecation | undefined): Record<string, string> =>
  deprecated
    ? {
        deprecation: `@${secondsAt(deprecated.since)}`,
        ...(deprecated.sunset && { sunset: new Date(`${deprecated.sunset}T00:00:00Z`).toUTCString() }),
        ...(deprecated.link && { link: `<${deprecated.link}>; rel="deprecation"; type="text/html"` }),
      }
    : {};
