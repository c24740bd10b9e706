import { appUrlOf, type StageSettings } from './stages.ts';

/** Cross-origin requests (CORS): the API and the bucket of documents accept those of the web application (`appUrl`). */

/** CORS of the API, in the form that API Gateway imports (`x-amazon-apigateway-cors`). */
export interface ApiCors {
  allowOrigins: string[];
  allowMethods: string[];
  allowHeaders: string[];
  exposeHeaders: string[];
  /** Seconds for which a browser may cache the response to a preflight request. */
  maxAge: number;
  allowCredentials: boolean;
}

/** Request headers that endpoints read and that a browser only sends after a preflight request. */
const REQUEST_HEADERS = [
  ...['accept-language', 'authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match'],
  ...['x-company', 'x-organization'],
];

/** Response headers that scripts may read, in addition to those that browsers always expose. */
const ANSWER_HEADERS = [
  ...[
    'content-disposition',
    'deprecation',
    'etag',
    'idempotent-replayed',
    'link',
    'ratelimit',
    'ratelimit-policy',
    'retry-after',
  ],
  ...['sunset', 'www-authenticate', 'x-generated-at', 'x-request-id', 'x-total-records', 'x-upload-date'],
];

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Seconds for which browsers cache a preflight response; within the limits of API Gateway and browsers. */
const REMEMBERED = 3_600;

/** Credentials are sent in headers, never in cookies, so a page of another origin gains nothing from a logged-in user. */
export const apiCors = (origins: readonly string[]): ApiCors => ({
  allowOrigins: [...origins],
  allowMethods: METHODS,
  allowHeaders: REQUEST_HEADERS,
  exposeHeaders: ANSWER_HEADERS,
  maxAge: REMEMBERED,
  allowCredentials: false,
});

/** A CORS rule of a bucket, in the form that CDK expects. */
export interface BucketCorsRule {
  allowedMethods: ('GET' | 'POST')[];
  allowedOrigins: string[];
  allowedHeaders: string[];
  exposedHeaders: string[];
  maxAge: number;
}

/**
 * CORS of the bucket of documents, for presigned URLs. A browser that follows the API's redirect to a file sends `Origin: null` (Fetch
 * Standard, "redirect-tainted origin"), which only `*` matches; this gives nothing away, since anybody with the presigned URL can read the
 * file without a browser.
 */
export const DOCUMENTS_CORS: readonly BucketCorsRule[] = [
  {
    allowedMethods: ['GET'],
    allowedOrigins: ['*'],
    // A redirected request keeps its headers, such as X-Company.
    allowedHeaders: ['*'],
    exposedHeaders: ['Content-Disposition', 'ETag'],
    maxAge: REMEMBERED,
  },
];

/** CORS of the bucket of uploads: only the application's own pages post the forms. */
export const uploadsCors = (origins: readonly string[]): BucketCorsRule[] => [
  { allowedMethods: ['POST'], allowedOrigins: [...origins], allowedHeaders: ['*'], exposedHeaders: ['ETag'], maxAge: REMEMBERED },
];

/** The origins of the web application: that of `appUrl` or of the hosted pages, and those where its passkeys may be used. */
export const webOrigins = (stage: Pick<StageSettings, 'apiUrl' | 'appUrl' | 'passkeys'>): string[] => [
  ...new Set([new URL(appUrlOf(stage)).origin, ...(stage.passkeys?.origins ?? [])]),
];
