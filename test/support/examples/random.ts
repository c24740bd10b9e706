import { AsyncLocalStorage } from 'node:async_hooks';
import crypto, { createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** The random bytes for a step of the scenario, one after the other. */
class Draws {
  readonly #seed: string;
  #count = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  bytes(length: number): Buffer {
    const blocks: Buffer[] = [];
    for (let at = 0; at < length; at += 32) blocks.push(createHash('sha256').update(`${this.#seed} ${this.#count++}`).digest());
    return Buffer.concat(blocks).subarray(0, length);
  }
}

const step = new AsyncLocalStorage<Draws>();

/** The parameters of the functions of `node:crypto`; some have more overloads than the scenario needs. */
type Draw = (...given: unknown[]) => unknown;

/**
 * * Makes the random values of the scenario itself (numbers of companies, accounts, codes) depend on a seed, so that two runs send the
 * same requests. The service, which runs in the same process, still uses random values: its ids and secrets are replaced afterwards
 * (normalise.ts). @returns ends it
 */
export function seedScenario(): () => void {
  const { randomUUID, randomInt } = crypto;
  const seeded =
    (real: unknown, draw: (draws: Draws, given: unknown[]) => unknown): Draw =>
    (...given) => {
      const draws = step.getStore();
      return draws ? draw(draws, given) : (real as Draw)(...given);
    };
  const uuid = seeded(randomUUID, draws => {
    const hex = draws.bytes(16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  });
  const integer = seeded(randomInt, (draws, [first, second]) => {
    const [least, beyond] = second === undefined ? [0, Number(first)] : [Number(first), Number(second)];
    return least + (draws.bytes(6).readUIntBE(0, 6) % (beyond - least));
  });
  Object.assign(crypto, { randomUUID: uuid, randomInt: integer });
  syncBuiltinESMExports();
  return () => {
    Object.assign(crypto, { randomUUID, randomInt });
    syncBuiltinESMExports();
  };
}

/** Runs a step of the scenario, whose random values depend on its name only. */
export const seededStep = <T>(name: string, run: () => Promise<T>): Promise<T> => step.run(new Draws(name), run);
