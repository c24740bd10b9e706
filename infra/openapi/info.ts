import { BUCKETS } from '#shared/platform/lambda/limits/policies.ts';

const { authenticated, unauthenticated } = BUCKETS;

/**
 * The version of the API (`info.version`), by Semantic Versioning: a change that breaks clients needs a new major version, any other
 * change a new minor one. `npm run api:diff` says which (CONTRIBUTING.md, "Release the API").
 */
export const API_VERSION = '1.0.0';

/** The description of the whole API, in Markdown: the rules that all operations share. */
export const DESCRIPTION = `Invoices, credit notes, proformas and delivery notes of Romanian companies: gap-free numbers, UBL 2.1 XML (EN 16931,
CIUS-RO), PDF, submission to the tax authority, and webhooks about everything that happens.

## Authentication

\`POST /api/auth\` answers with an access token, valid for an hour, and a refresh token for \`POST /api/auth/token/refresh\`. Send the access
token as \`Authorization: Bearer <token>\`. Programs use an API key (\`POST /api/v1/api-tokens\`), sent without a prefix:
\`Authorization: af_…\`. A key has the permissions that are among its scopes. The required permission of an operation is its
\`x-permission\`.

## Company

Most operations run in the scope of one company, named by its id in \`X-Company\`. Records of other companies answer 404, like records
that do not exist.

## Requests

Bodies are JSON in UTF-8, at most 1 MB. Unknown fields are ignored. Texts are trimmed; an empty text means null. In a PATCH, absent
fields stay unchanged and null clears a field. Decimals are sent as a number or as text such as \`"12.50"\`. Dates are \`YYYY-MM-DD\`;
instants are ISO 8601 in UTC.

## Idempotency

Send a new \`Idempotency-Key\` (a UUID, for example) with each POST that must not happen twice. A repeated request with the same key gets
the stored answer of the first one for 24 hours, with the header \`Idempotent-Replayed: true\`. The same key with another body is refused
with 422; while the first request still runs, a repetition is refused with 409.

## Errors

The body of an error is \`{ "error": { "code", "message", "details"? } }\`; a 429 has \`{ "error": "…" }\`. Programs should decide by the
status, by \`code\` and by \`details.reason\`; \`message\` is for people and may change. Of a \`validation_error\`, \`details\` has the messages
by field path, such as \`lines.0.quantity\`. 500 and 503 can be repeated, with the same \`Idempotency-Key\`. With
\`Accept: application/problem+json\`, errors have the form of RFC 9457. A path without an endpoint answers 404; a path that has no such method
405, with its methods in \`Allow\`. \`HEAD\` is not supported.

API Gateway answers by itself, with the body \`{ "message": "…" }\` and without the headers of the service, a request over 10 MB (413), one that
it cannot read (400), a function that fails or is not in time (500, 503, 504), and too many requests at once (429). Treat these by their status: send
less, correct the request, or repeat it later, a POST with the same \`Idempotency-Key\`.

## Headers

Every response of the service has \`X-Request-Id\` and \`Cache-Control\`, and for browsers \`Content-Security-Policy\`, on pages \`Cross-Origin-Opener-Policy\`, \`Referrer-Policy\`,
\`Strict-Transport-Security\` and \`X-Content-Type-Options\`. Texts of 4,000 characters and more are compressed with gzip if
\`Accept-Encoding\` prefers it (\`Content-Encoding\`, \`Vary\`). All other headers are listed at each response.

## Rate limits

${authenticated.size} requests per IP address (IPv6: per network, /64) with a credential, of which ${authenticated.refill} are regained every ${authenticated.everySeconds} seconds; without a credential
${unauthenticated.size}, of which ${unauthenticated.refill} every ${unauthenticated.everySeconds} seconds. Some operations have a limit of their own, which their description states. The headers \`RateLimit\` and
\`RateLimit-Policy\` say what is left; a 429 says in \`Retry-After\` how many seconds to wait.

## Pages

Lists have \`page\` (from 1) and \`limit\` (20 by default; more than the maximum is lowered to it), and answer with \`data\`, \`total\`, \`page\`,
\`limit\` and \`pages\`.`;
