import { createHash } from 'node:crypto';
import { uitCheckDigits } from '#shared/authority/etransport/uit.ts';

/** Replaces the random parts of a recording (ids, secrets, addresses of this machine) by the same values in every run. */
export interface Normaliser {
  /** Later replacements depend on this name and on their place after it: a new operation changes no examples of others. */
  within(place: string): void;
  /** The value with all replacements; the same original is replaced by the same value everywhere. */
  value(recorded: unknown): unknown;
}

const hex = (text: string, length: number): string => createHash('sha256').update(text).digest('hex').slice(0, length);

/** Four digits repeated, so that it is not mistaken for a secret. */
const repeated = (seed: string, length: number): string => hex(seed, 4).repeat(length / 4);

const uuid = (seed: string): string => {
  const drawn = hex(seed, 32);
  return `01995e62-${drawn.slice(0, 4)}-7${drawn.slice(4, 7)}-a${drawn.slice(7, 10)}-${drawn.slice(10, 22)}`;
};

const CHARACTERS = '0123456789ACDEFHJKLMNPQRTUVWXY';
const uit = (seed: string): string => {
  const body = [...createHash('sha256').update(seed).digest().subarray(0, 14)].map(byte => CHARACTERS[byte % 30]).join('');
  return body + uitCheckDigits(body);
};

/** Base32 that is no key. */
const totpSecret = (): string => 'EXAMPLE2'.repeat(4);

/** A picture of one pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';

/** The replacements, in this order; `seed` is another text for each value. */
const KINDS: readonly (readonly [pattern: RegExp, replacement: (seed: string, found: string) => string])[] = [
  [/data:image\/png;base64,[\w+/=]+/g, () => PIXEL],
  [/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*/g, seed => `example.token.${hex(seed, 8)}`],
  // A key names its first characters in lists.
  [/\baf_[0-9a-f]{64}\b/g, seed => `af_${repeated(seed, 64)}`],
  [/\baf_[0-9a-f]{9}\b/g, seed => `af_${repeated(seed, 64).slice(0, 9)}`],
  [/\bwhsec_[0-9a-f]{64}\b/g, seed => `whsec_${repeated(seed, 64)}`],
  [/\b[0-9a-f]{64}\b/g, seed => repeated(seed, 64)],
  [/\b[0-9a-f]{8}\.\.\.[0-9a-f]{8}\b/g, seed => `${repeated(seed, 8)}...${repeated(seed, 8)}`],
  [/\b([0-9A-F]{2}:){19,31}[0-9A-F]{2}\b/g, (_, found) => found.replace(/[0-9A-F]{2}/g, 'E0')],
  [/\b[0-9a-f]{32}\b/g, seed => repeated(seed, 32)],
  [/\b[0-9A-F]{32}\b/g, seed => repeated(seed, 32).toUpperCase()],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, uuid],
  [/\bv1,[\w+/]{43}=/g, seed => `v1,${repeated(seed, 40)}exa=`],
  [/\b[A-Z2-7]{32}\b/g, totpSecret],
  [/(?<![\w+/=%-])(?=[\w+/=%-]*[A-Z])(?=[\w+/=%-]*\d)[\w+/-]{40,}={0,2}(?![\w+/=%-])/g, seed => `example-${repeated(seed, 32)}`],
  // Handles of passkeys: 16 bytes.
  [/(?<=^)AaCj[\w-]{18}(?=$)/g, seed => `example-${repeated(seed, 12)}`],
  [/(?<=^[A-Z]+-\d+\/)[0-9a-f]{12}$/g, seed => repeated(seed, 12)],
  [/\bDRAFT-[0-9a-f]{8}\b/g, seed => `DRAFT-${hex(seed, 8)}`],
  [
    /(?<![\w-])[a-hj-km-np-z2-9]{4}-[a-hj-km-np-z2-9]{4}(?![\w-])/g,
    seed => `xmpl-${[...hex(seed, 4)].map(at => 'abcdefghjkmnpqrs'[parseInt(at, 16)]).join('')}`,
  ],
  [/(?<=^[a-z-]+-(?:lemn|organization)-)[a-z0-9]{6}$/g, seed => hex(seed, 6)],
  [/(?<=\b)(?=[0-9A-Z]*[A-Z])(?=[0-9A-Z]*\d)[0-9AC-FHJ-NP-RT-Y]{14}\d\d\b/g, uit],
];

/** Members that say how long something took, how large a compressed file is, or which event was counted first: they depend on the machine. */
const MEASURED: Record<string, number> = { durationMs: 48, fileSize: 48_213, responseTimeMs: 48, sequence: 17 };
/** A signature states the time of the machine, in every local system. */
const SIGNED_AT = '1789455600';

export function createNormaliser(origins: Record<string, string>): Normaliser {
  const known = new Map<string, string>();
  let place = '';
  let count = 0;
  const text = (recorded: string): string => {
    let result = recorded.replace(
      /https?:\/\/(127\.0\.0\.1|localhost):\d+/g,
      found => origins[found] ?? 'https://files.example.com',
    );
    const done: string[] = [];
    // Replacements are marked, so that a later pattern does not match them.
    for (const [pattern, replacement] of KINDS)
      result = result.replace(pattern, found => {
        // The first characters of an API key stand for it in lists.
        const identity = found.startsWith('af_') ? found.slice(0, 12) : found;
        const seed = known.get(identity) ?? `${place} ${++count}`;
        known.set(identity, seed);
        return `\u0001${done.push(replacement(seed, found)) - 1}\u0002`;
      });
    return result.replace(/\u0001(\d+)\u0002/g, (_, at: string) => done[Number(at)] ?? '');
  };
  const value = (recorded: unknown, name = ''): unknown => {
    if (name === 'webhook-timestamp') return SIGNED_AT;
    if (typeof recorded === 'string') return name === 'code' ? text(recorded.replace(/^\d{6}$/, '123456')) : text(recorded);
    if (typeof recorded === 'number') return MEASURED[name] ?? recorded;
    if (Array.isArray(recorded)) return recorded.map(one => value(one));
    if (typeof recorded !== 'object' || recorded === null) return recorded;
    return Object.fromEntries(Object.entries(recorded).map(([key, inner]) => [key, value(inner, key)]));
  };
  return {
    within(name) {
      place = name;
      count = 0;
    },
    value: recorded => value(recorded),
  };
}
