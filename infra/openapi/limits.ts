import type { EndpointDefinition } from '#shared/platform/lambda/endpoint/definition.ts';
import { COMPANY_BUCKETS, type CompanyBucketName, WINDOWS } from '#shared/platform/lambda/limits/policies.ts';

/** What operations say of their own rate limits (shared/platform/lambda/limits/policies.ts). */

/** The limit per company of operations whose own description does not state it, by operation id. */
const COMPANY_LIMITS: Record<string, { bucket: CompanyBucketName; counted: string }> = {
  'invoices-pdf': { bucket: 'pdfRenders', counted: 'PDFs that are not stored yet' },
  'proforma-invoices-pdf': { bucket: 'pdfRenders', counted: 'PDFs that are not stored yet' },
  'delivery-notes-pdf': { bucket: 'pdfRenders', counted: 'PDFs that are not stored yet' },
  'share-pdf': { bucket: 'pdfRenders', counted: 'PDFs that are not stored yet' },
  'pdf-template-config-preview': { bucket: 'templatePreviews', counted: 'previews' },
  'invoices-validate': { bucket: 'fullValidations', counted: 'validations with `mode=full`' },
};

const UNITS: [seconds: number, one: string, many: string][] = [
  [3600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
];

/** A span of time in words: `an hour`, `a minute`, `15 minutes`. */
export function span(seconds: number): string {
  const [length, one, many] = UNITS.find(([unit]) => seconds % unit === 0) ?? [1, 'second', 'seconds'];
  return seconds === length ? `${one === 'hour' ? 'an' : 'a'} ${one}` : `${seconds / length} ${many}`;
}

/** The sentence about the limits of an operation: requests, time, and what is counted; undefined if it has the general limits only. */
export function limitsOf(operationId: string, { window }: Pick<EndpointDefinition, 'window'>): string | undefined {
  const company = COMPANY_LIMITS[operationId];
  const sentences = [
    ...(window
      ? [`At most ${WINDOWS[window].limit} requests in ${span(WINDOWS[window].seconds)} from one IP address (429).`]
      : []),
    ...(company ? [companyLimit(company.counted, COMPANY_BUCKETS[company.bucket])] : []),
  ];
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

const companyLimit = (counted: string, { size, refill, everySeconds }: (typeof COMPANY_BUCKETS)[CompanyBucketName]): string =>
  `At most ${size} ${counted} of one company at once, and ${refill} in ${span(everySeconds)} in the long run (429).`;
