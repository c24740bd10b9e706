import { generated } from '../../support/effort.ts';
import { OPERATIONS } from '../../support/fuzz/document.ts';
import { fuzz } from '../../support/fuzz/run.ts';
import { selected } from '../../support/selection/selected.ts';

const reads = OPERATIONS.filter(({ method }) => method === 'GET');

fuzz('reads', selected(reads), generated({ runs: 2, seed: 20_261_126, long: 30, all: 400 }));
