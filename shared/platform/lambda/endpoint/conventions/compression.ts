import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import type { AnsweredRequest } from './request.ts';

// API Gateway's HTTP APIs do not compress, and CloudFront compresses only what it caches (infra/stacks/edge.ts caches nothing).

/** Characters. Shorter bodies are sent as they are: they fit into the first packets of a connection. */
export const SMALLEST = 4_000;

/** Whether the length of a text lets `Accept-Encoding` decide about its coding. */
export const isCompressible = (body: string): boolean => body.length >= SMALLEST;

/** Whether the caller prefers gzip to the text as it is, by `Accept-Encoding` (RFC 9110 §12.5.3). */
export function prefersGzip({ headers }: AnsweredRequest): boolean {
  const accepted = headers?.['accept-encoding'];
  if (accepted === undefined) return false;
  return new Negotiator({ headers: { 'accept-encoding': accepted } }).encoding(['gzip', 'identity']) === 'gzip';
}

/** The text, compressed, in base64 as API Gateway expects binary bodies. */
export const gzipped = async (body: string): Promise<string> => (await promisify<string, Buffer>(gzip)(body)).toString('base64');
