import { ReceiverRefused } from './receiver.ts';

/** The receiver did not answer completely in time. */
export class TooLate extends Error {
  override name = 'TooLate';
}

/**
 * Error codes of Node, OpenSSL, the resolver and the HTTP parser, with the message for the owner of the endpoint. The first match
 * counts.
 */
const WORDS: readonly [RegExp, string][] = [
  [/^(ENOTFOUND|ENODATA|EAI_\w+)$/, 'The host name of the receiver could not be resolved.'],
  [/^ECONNREFUSED$/, 'The receiver refused the connection.'],
  [
    /^(ECONNRESET|EPIPE|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE)$/,
    'The receiver closed the connection without a complete answer.',
  ],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL)$/, 'The receiver cannot be reached.'],
  [/^ERR_TLS_CERT_ALTNAME_\w+$/, 'The TLS certificate of the receiver is not valid: it is for another host name.'],
  [/SELF_SIGNED/, 'The TLS certificate of the receiver is not valid: it is self-signed, or from an unknown authority.'],
  [/^CERT_HAS_EXPIRED$/, 'The TLS certificate of the receiver is not valid: it has expired.'],
  [/^CERT_NOT_YET_VALID$/, 'The TLS certificate of the receiver is not valid yet.'],
  [
    /^UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)/,
    'The TLS certificate of the receiver is not valid: its issuer is unknown, or its chain not complete.',
  ],
  [
    /^(CERT_|UNABLE_TO_|INVALID_|ERROR_IN_CERT|PATH_LENGTH_|HOSTNAME_MISMATCH)/,
    'The TLS certificate of the receiver is not valid.',
  ],
  [/^(ERR_SSL_|ERR_OSSL_|ERR_TLS_|EPROTO$)/, 'No TLS connection to the receiver could be made.'],
  [/^HPE_HEADER_OVERFLOW$/, 'The headers of the answer are too large.'],
  [/^HPE_/, 'The answer of the receiver is not HTTP/1.1.'],
  [/^(?!ERR_|EMFILE$|ENFILE$|ENOMEM$|ENOBUFS$)/, 'The connection to the receiver failed.'],
];

/**
 * Why a post got no answer, in plain words. Never the error's own message, which may contain addresses and names.
 *
 * @returns undefined when the error is not a failure of the network or the receiver, but of this program
 */
export function failureInWords(error: unknown): string | undefined {
  if (error instanceof ReceiverRefused || error instanceof TooLate) return error.message;
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return undefined;
  return WORDS.find(([pattern]) => pattern.test(code))?.[1];
}
