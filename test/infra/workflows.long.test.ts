import { beforeAll, describe, expect, it } from 'vitest';
import type { System } from '../../infra/stage/invoicing-stage.ts';
import { synthesise, systemOf } from './synthesis.ts';

let system: System;

beforeAll(async () => {
  system = await systemOf();
});

describe('state machines', () => {
  it('a definition that names an unknown task fails the synthesis with its name', () => {
    const machines = [{ name: 'lost', definition: '{"Resource": "${NowhereFunction}"}' }];
    expect(() => synthesise({ ...system, machines })).toThrow(/statemachines\/lost\.asl\.json names \$\{NowhereFunction\}/);
  });
});
