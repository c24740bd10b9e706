import { type ProblemCode, STATUS_OF } from '../shared/kernel/errors.ts';
import { ERROR_REASONS } from '../shared/vocabulary/error-reasons.ts';
import { table } from './markdown-table.ts';

/** docs/errors.md: the codes of errors, and their reasons (shared/vocabulary/error-reasons.ts). */

/** What each code means to a caller. */
export const MEANING_OF: Record<ProblemCode, string> = {
  bad_request: 'The request is malformed.',
  unauthorized: 'No valid credential.',
  plan_limit: 'The plan does not allow it.',
  forbidden: 'Not permitted.',
  not_found: 'Not found.',
  method_not_allowed: 'The path does not know this method.',
  conflict: 'In conflict with the present state.',
  gone: 'Gone.',
  payload_too_large: 'Too large.',
  unsupported_media_type: 'The media type is not supported.',
  validation_error: 'Fields do not meet the rules.',
  rate_limited: 'Too many requests.',
  internal_error: 'The service failed.',
  service_unavailable: 'A part of the service is not available.',
};

/** The reasons of an error code with what they mean; none for most codes. */
export const reasonsOf = (code: ProblemCode): [reason: string, meaning: string][] =>
  code in ERROR_REASONS ? Object.entries(ERROR_REASONS[code as keyof typeof ERROR_REASONS]) : [];

const codes = Object.keys(STATUS_OF) as ProblemCode[];

/** The whole document. */
export const errorDocument = (): string => `# Errors

Made by \`npm run docs\` from \`shared/vocabulary/error-reasons.ts\`; a test keeps it so.

Every error is \`{ error: { code, message, details? } }\`, but for 429: \`{ error: message }\`. \`message\` is for people and may change.
Programs go by \`code\`, and where one code has several causes by \`details.reason\`. Of fields that do not meet the rules \`details\` has
the path of each with its messages. A 401 says what is wrong with the credential, in \`message\` and in \`WWW-Authenticate\`: behind API Gateway
it may arrive as \`x-amzn-Remapped-WWW-Authenticate\`.

${table(
  ['Status', 'Code', 'Meaning'],
  codes.map(code => [String(STATUS_OF[code]), `\`${code}\``, MEANING_OF[code]]),
)}

${codes
  .filter(code => reasonsOf(code).length > 0)
  .map(code => {
    const rows = reasonsOf(code).map(([reason, meaning]) => [`\`${reason}\``, meaning]);
    return `## Reasons of \`${code}\` (${STATUS_OF[code]})\n\n${table(['Reason', 'Meaning'], rows)}\n`;
  })
  .join('\n')}`;
