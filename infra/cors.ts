/** Which browsers' requests from other origins are answered: those of the web application (`appUrl`), at the API and at the bucket. */

/** CORS of the API, in the form that API Gateway imports (`x-amazon-apigateway-cors`). */
export interface ApiCors {
  allowOrigins: string[];
  allowMethods: string[];
  allowHeaders: string[];
  exposeHeaders: string[];
  /** Seconds that a browser may remember the answer to a preflight. */
  maxAge: number;
  allowCredentials: boolean;
}

/** Headers of requests that endpoints read and that a browser asks about before it sends them. */
const REQUEST_HEADERS = ['accept-language', 'authorization', 'content-type', 'idempotency-key', 'x-company', 'x-organization'];

/** Headers of answers that scripts may read, beside those that every browser shows them. */
const ANSWER_HEADERS = [
  ...['content-disposition', 'idempotent-replayed', 'ratelimit', 'ratelimit-policy', 'retry-after', 'www-authenticate'],
  ...['x-generated-at', 'x-request-id', 'x-total-records', 'x-upload-date'],
];

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Seconds: what API Gateway and browsers take, without asking again for each request. */
const REMEMBERED = 3_600;

/** Credentials are in headers, never in cookies: a page that is not named gets nothing by its user's being logged in. */
export const apiCors = (origins: readonly string[]): ApiCors => ({
  allowOrigins: [...origins],
  allowMethods: METHODS,
  allowHeaders: REQUEST_HEADERS,
  exposeHeaders: ANSWER_HEADERS,
  maxAge: REMEMBERED,
  allowCredentials: false,
});

/** A rule of a bucket's CORS, in the form of CDK. */
export interface BucketCorsRule {
  allowedMethods: ('GET' | 'POST')[];
  allowedOrigins: string[];
  allowedHeaders: string[];
  exposedHeaders: string[];
  maxAge: number;
}

/**
 * CORS of the bucket of documents, for presigned addresses. A browser that follows the API's redirect to a file sends `Origin: null`
 * (Fetch Standard, "redirect-tainted origin"), which only `*` lets through; the file is then given to whoever has the signed address, as
 * without a browser.
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

/** The origins of the web application: of its address, and of the addresses where its passkeys are used. */
export const webOrigins = ({ appUrl, passkeys }: { appUrl: string; passkeys?: { origins: string[] } | undefined }): string[] => [
  ...new Set([new URL(appUrl).origin, ...(passkeys?.origins ?? [])]),
];
