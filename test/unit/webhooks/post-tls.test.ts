import { generateKeyPairSync } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CertificateRequest, extension, type Issuer, makeCertificate } from '../../../infra/local/taxauth/certificate.ts';
import { sequence, tlv } from '../../../infra/local/taxauth/der.ts';
import { postWebhook } from '#shared/output/webhooks/post/post.ts';
import { answer, type Certified, message, names, startReceiver } from './receiver.ts';

interface Authority extends Issuer {
  anchor: string;
}

const HOST = 'receiver.hooks.example';
const authority = newAuthority('Authority of the tests');
const stranger = newAuthority('Unknown authority');

let trusted: string[];
beforeAll(() => {
  trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, authority.anchor]);
});
afterAll(() => setDefaultCACertificates(trusted));
beforeEach(() => {
  vi.stubEnv('WEBHOOKS_ALLOW_LOOPBACK', '1');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

function newAuthority(commonName: string): Authority {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = { name: { organization: 'Tests', commonName }, key: privateKey };
  return { ...issuer, anchor: makeCertificate({ subject: issuer.name, publicKey, issuer, use: 'authority' }) };
}

/** Subject alternative names: of type dNSName, or iPAddress (RFC 5280 §4.2.1.6). */
const alternativeNames = (...alternatives: (string | number[])[]): Buffer =>
  extension('2.5.29.17', sequence(...alternatives.map(one => tlv(typeof one === 'string' ? 0x82 : 0x87, Buffer.from(one)))));

/** A receiver's certificate and its key; self-signed, when no issuer is given. */
function certified(alternatives: (string | number[])[], issuer?: Issuer, further: Partial<CertificateRequest> = {}): Certified {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = { organization: 'Tests', commonName: 'Receiver' };
  const extensions = [alternativeNames(...alternatives)];
  const by = issuer ?? { name: subject, key: privateKey };
  const cert = makeCertificate({ subject, publicKey, issuer: by, use: 'seal', extensions, ...further });
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** Posts to a receiver with this certificate under a host name. */
async function postedTo(certificate: Certified, host = HOST) {
  await using receiver = await startReceiver(socket => socket.end(answer('200 OK', [], 'ok')), certificate);
  const network = names({ [HOST]: ['127.0.0.1'], [`${HOST}.`]: ['127.0.0.1'], 'other.example': ['127.0.0.1'] });
  const result = await postWebhook(message(`https://${host}:${receiver.port}/hook`), network);
  return { ...result, received: receiver.received() };
}

describe('TLS', () => {
  it.each([
    [HOST, HOST],
    ['*.hooks.example', HOST],
    [HOST, `${HOST}.`],
    [[127, 0, 0, 1], '127.0.0.1'],
    [[127, 0, 0, 1], '0x7f.1'],
  ])('a certificate for %j of a known authority is accepted at %s', async (alternative, host) => {
    const result = await postedTo(certified([alternative], authority), host);
    expect(result).toMatchObject({ status: 200, body: 'ok', error: null });
    expect(result.received).toContain('POST /hook HTTP/1.1\r\n');
  });

  const NOT_VALID = 'The TLS certificate of the receiver is not valid';
  const day = (offset: number): Date => new Date(Date.now() + offset * 86_400_000);

  it.each([
    ['self-signed', () => certified([HOST]), `${NOT_VALID}: it is self-signed, or from an unknown authority.`],
    [
      'of an unknown authority',
      () => certified([HOST], stranger),
      `${NOT_VALID}: its issuer is unknown, or its chain not complete.`,
    ],
    [
      'that includes an unknown authority',
      () => {
        const { cert, key } = certified([HOST], stranger);
        return { cert: cert + stranger.anchor, key };
      },
      `${NOT_VALID}: it is self-signed, or from an unknown authority.`,
    ],
    ['of another name', () => certified(['other.example'], authority), `${NOT_VALID}: it is for another host name.`],
    ['of an address only', () => certified([[127, 0, 0, 1]], authority), `${NOT_VALID}: it is for another host name.`],
    ['of a name below', () => certified([`*.${HOST}`], authority), `${NOT_VALID}: it is for another host name.`],
    ['that expired', () => certified([HOST], authority, { notAfter: day(-1) }), `${NOT_VALID}: it has expired.`],
    ['of tomorrow', () => certified([HOST], authority, { notBefore: day(1) }), `${NOT_VALID} yet.`],
  ])('one %s is not accepted, and nothing is sent', async (_, certificate, error) => {
    expect(await postedTo(certificate())).toMatchObject({ status: 0, headers: null, body: null, error, received: '' });
  });

  it('no variable switches the check off', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    expect(await postedTo(certified([HOST]))).toMatchObject({ status: 0, received: '' });
  });

  it('a receiver that speaks plain HTTP is rejected', async () => {
    await using receiver = await startReceiver();
    void receiver.greeted.then(() => receiver.say(answer('400 Bad Request')));
    const result = await postWebhook(message(`https://127.0.0.1:${receiver.port}/`));
    expect(result).toMatchObject({ status: 0, error: 'No TLS connection to the receiver could be made.' });
  });

  it('one that closes the connection at the greeting is rejected', async () => {
    await using receiver = await startReceiver();
    void receiver.greeted.then(() => receiver.say(''));
    const result = await postWebhook(message(`https://127.0.0.1:${receiver.port}/`));
    expect(result).toMatchObject({ status: 0, error: 'The receiver closed the connection without a complete answer.' });
  });
});
