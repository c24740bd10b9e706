import fc from 'fast-check';
import { Answer, Create, Credit, Do, IssueAll, Pay } from './acts.ts';
import { BookAgainst, Convert, PayBack, Reverse, TakeBack } from './money.ts';
import type { Act, Mode } from './model.ts';
import { SHAPE_NAMES } from './shapes.ts';
import type { Fault, LaterFault, LifeCommand } from './world.ts';

const who = fc.nat({ max: 1 });
const NONE = ['none', 'none', 'none', 'none'] as const;
const ANY = ['conflict', 'throttle', 'lostAnswer', 'reads', 'files', 'filesLost', 'queues'] as const;
const fault = fc.constantFrom<Fault[]>(...NONE, ...ANY);
const laterFault = fc.constantFrom<LaterFault[]>(...ANY, 'authorityDown', 'answerLost');
const place = fc.nat({ max: 30 });
const price = fc.integer({ min: 1, max: 900 });
const mode = fc.constantFrom<Mode[]>('accept', 'reject', 'reject', 'down', 'lostAnswer', 'lostForNow');
const ACTS: Act[] = ['update', 'issue', 'issue', 'submit', 'submit', 'upload', 'cancel', 'restore', 'delete'];
const act = fc.constantFrom(...ACTS);
const how = fc.record({ who, fault, both: fc.boolean(), mode, price });

const shape = fc.constantFrom(...SHAPE_NAMES, 'plain' as const, 'plain' as const);
const sign = fc.constantFrom<(1 | -1)[]>(1, 1, 1, 1, -1);
const anyAct = fc.tuple(act, place, how).map(([what, at, ways]) => new Do(what, at, ways));
const command = fc.oneof<fc.MaybeWeightedArbitrary<LifeCommand>[]>(
  {
    weight: 2,
    arbitrary: fc.tuple(price, sign, shape, who, fault).map(([amount, s, what, w, f]) => new Create(amount, s, what, w, f)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(price, fc.constantFrom('plain', 'euro'), fc.boolean(), fault)
      .map(([amount, what, paid, f]) => new Convert(amount, what, paid, f)),
  },
  { weight: 1, arbitrary: fc.tuple(place, price, shape, who).map(([at, amount, what, w]) => new Reverse(at, amount, what, w)) },
  { weight: 8, arbitrary: anyAct },
  { weight: 1, arbitrary: fc.tuple(place, price, who, fault).map(([at, amount, w, f]) => new Credit(at, amount, w, f)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(place, fc.integer({ min: 1, max: 110 }), who, fault)
      .map(([at, percent, w, f]) => new Pay(at, percent, w, f)),
  },
  { weight: 1, arbitrary: fc.tuple(place, who, fault).map(([at, w, f]) => new TakeBack(at, w, f)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(place, fc.constantFrom(40, 100, 100, 101), who, fault)
      .map(([at, percent, w, f]) => new PayBack(at, percent, w, f)),
  },
  { weight: 1, arbitrary: fc.tuple(place, place, who, fault).map(([at, other, w, f]) => new BookAgainst(at, other, w, f)) },
  { weight: 2, arbitrary: laterFault.map(f => new Answer(f)) },
  { weight: 1, arbitrary: fault.map(f => new IssueAll(f)) },
);

/** Random lives with this number of commands; a failure prints its commands. */
export const lives = (commands: number): fc.Arbitrary<LifeCommand[]> =>
  fc
    .array(command, { minLength: commands, maxLength: commands })
    .map(life => Object.assign(life, { [fc.toStringMethod]: () => life.map(String).join(' ') }));
