import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { optionalEnvironment } from '#shared/platform/aws/environment.ts';
import { forbidden, type Problem } from '#shared/base/kernel/errors.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { canonicalAddress } from '../limits/address.ts';

/**
 * The edge is the CloudFront distribution that a stage may have before its API (docs/adr/0023-edge.md). API Gateway then sees only
 * addresses of CloudFront; a request proves by a secret header that the address in another one is true.
 */

/** The header by which the distribution proves that a request has come through it; its value is the secret. */
export const PROOF_HEADER = 'x-origin-verify';

/** The header in which the distribution says the caller's address. It replaces what the caller sent under this name. */
export const VIEWER_HEADER = 'x-viewer-address';

/** How a stage recognizes requests that have come through its distribution. */
export interface Edge {
  /** SHA-256 hashes (hex) of the secrets that are accepted: the current one and, during a rotation, another. Empty without an edge. */
  proofs: readonly string[];
  /** Whether all other requests are refused. */
  only: boolean;
}

/** What is looked at of a request. */
export interface Arrival {
  /** The address from which the request reached API Gateway. */
  sourceIp: string;
  /** By lower-case name; the values of a repeated header are joined by commas, as API Gateway does. */
  headers: Readonly<Record<string, string | undefined>>;
}

/**
 * The caller's IP address, or undefined for a request that is to be refused because it has not come through the edge. The header with the
 * caller's address counts only with the proof: anybody may send it. A proven request without one readable address counts for the address
 * of CloudFront, so that nobody can choose an address. Pure.
 */
export function callerAddress({ proofs, only }: Edge, { sourceIp, headers }: Arrival): string | undefined {
  if (proofs.length === 0) return sourceIp;
  if (!isProven(proofs, headers[PROOF_HEADER])) return only ? undefined : sourceIp;
  const viewer = headers[VIEWER_HEADER]?.trim() ?? '';
  return IPV4.test(viewer) || IPV6.test(viewer) ? viewer : sourceIp;
}

// Forms, not values: CloudFront wrote the address. `node:net` knows more, but would be loaded at the cold start of every function.
const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;
const IPV6 = /^[\da-f]{0,4}:[\da-f:]{1,36}(\.\d{1,3}){0,3}$/i;

/** Compares hashes, and all of them, in constant time: how long it takes says nothing about a secret. */
function isProven(proofs: readonly string[], sent: string | undefined): boolean {
  const hash = Buffer.from(sha256(sent ?? ''));
  return (
    proofs.map(proof => Buffer.from(proof)).filter(proof => proof.length === hash.length && timingSafeEqual(proof, hash)).length >
    0
  );
}

/** The edge of this stage, from the environment that the stack sets (infra/grants/grants.ts). */
export const stageEdge = (): Edge => ({
  proofs: optionalEnvironment('edgeProofs')?.split(',') ?? [],
  only: optionalEnvironment('edgeOnly') === 'on',
});

type Request = Pick<APIGatewayProxyEventV2, 'requestContext'> & { headers?: APIGatewayProxyEventV2['headers'] };

const arrivalOf = ({ requestContext, headers = {} }: Request): Arrival => ({ sourceIp: requestContext.http.sourceIp, headers });

/**
 * The caller's IP address, in its one form: from the edge where the request proves that it has come through it, else from API Gateway.
 */
export const clientAddress = (event: Request): string =>
  canonicalAddress(callerAddress(stageEdge(), arrivalOf(event)) ?? event.requestContext.http.sourceIp);

/** The refusal (403) of a request that has gone around the edge of a stage which is closed to such requests; else undefined. */
export const directRefusal = (event: Request): Problem | undefined =>
  callerAddress(stageEdge(), arrivalOf(event)) === undefined
    ? forbidden('direct_request', 'Requests are taken only at the public address of the API.')
    : undefined;
