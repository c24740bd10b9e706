import { generated } from '../../support/effort.ts';
import { fuzz } from '../../support/fuzz/run.ts';

fuzz('parties', generated({ runs: 3, seed: 20_261_126, long: 400 }));
