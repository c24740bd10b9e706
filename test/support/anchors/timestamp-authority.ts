import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TimeStampReq } from 'pkijs';
import { type Issuer, makeCertificate } from '../../../infra/local/taxauth/certificate.ts';
import { integer, sequence } from '../../../infra/local/taxauth/der.ts';
import { type Timestamped, timestampToken } from '../../../infra/local/taxauth/timestamp-token.ts';

/** What the authority responds; by default what was requested. */
export interface TimestampAnswer {
  http?: number;
  /** PKIStatus of RFC 3161 §2.4.2; 0: granted. */
  status?: number;
  /** Changes what the stamp states. */
  state?: (requested: Timestamped) => Timestamped;
  /** Changes the whole response. */
  bytes?: (response: Buffer) => Buffer;
}

export interface TestAuthority {
  url: string;
  /** The trust anchor, as PEM. */
  root: string;
  /** Number of requests so far. */
  requests: number;
  answer: TimestampAnswer;
  stop(): Promise<void>;
}

const ORGANIZATION = 'Time-Stamps (test)';

/** A time-stamping authority over HTTP (RFC 3161 §3.4). @param now its clock */
export async function startTimestampAuthority(now: () => Date = () => new Date()): Promise<TestAuthority> {
  const [rootKeys, keys] = [1, 2].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' })) as [EcKeys, EcKeys];
  const issuer: Issuer = { name: { organization: ORGANIZATION, commonName: 'Root' }, key: rootKeys.privateKey };
  const signer = {
    certificate: makeCertificate({
      ...{ subject: { organization: ORGANIZATION, commonName: 'Stamps' }, publicKey: keys.publicKey, issuer, use: 'time-stamps' },
    }),
    privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
  const root = makeCertificate({ subject: issuer.name, publicKey: rootKeys.publicKey, issuer, use: 'authority' });
  const authority: TestAuthority = { url: '', root, requests: 0, answer: {}, stop: async () => {} };

  const responseTo = (body: Buffer, { status = 0, state = one => one, bytes = one => one }: TimestampAnswer): Buffer => {
    const { messageImprint, nonce, certReq = false } = TimeStampReq.fromBER(body);
    const requested = {
      imprint: new Uint8Array(messageImprint.hashedMessage.valueBlock.valueHexView),
      at: now(),
      hasCertificate: certReq,
      ...(nonce && { nonce: new Uint8Array(nonce.valueBlock.valueHexView) }),
    };
    const token = status < 2 ? [timestampToken(signer, state(requested))] : [];
    return bytes(sequence(sequence(integer(Buffer.of(status))), ...token));
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      authority.requests += 1;
      const { http = 200 } = authority.answer;
      const isQuery = request.headers['content-type'] === 'application/timestamp-query';
      if (http !== 200 || !isQuery) return response.writeHead(isQuery ? http : 415, { location: authority.url }).end();
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' });
      return response.end(responseTo(Buffer.concat(chunks), authority.answer));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  authority.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  authority.stop = () =>
    new Promise(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return authority;
}

type EcKeys = ReturnType<typeof generateKeyPairSync>;
