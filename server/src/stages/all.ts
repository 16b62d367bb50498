// Every stage, in the order in which an application passes them.
import type { Stage } from '../stage.ts';
import { approvalStage } from './approval/stage.ts';
import { autopayStage } from './autopay/stage.ts';
import { bankLinkStage } from './bank-link/stage.ts';
import { branchesStage } from './branches/stage.ts';
import { decisionStage } from './decision/stage.ts';
import { depositStage } from './deposit/stage.ts';
import { documentsStage } from './documents/stage.ts';
import { fastPathStage } from './fast-path/stage.ts';
import { fundingStage } from './funding/stage.ts';
import { holdsStage } from './holds/stage.ts';
import { measurementsStage } from './measurements/stage.ts';
import { noticesStage } from './notices/stage.ts';
import { offersStage } from './offers/stage.ts';
import { partnersStage } from './partners/stage.ts';
import { phoneCheckStage } from './phone-check/stage.ts';
import { prequalificationStage } from './prequalification/stage.ts';
import { resumeStage } from './resume/stage.ts';
import { retentionStage } from './retention/stage.ts';
import { screeningStage } from './screening/stage.ts';
import { statusStage } from './status/stage.ts';
import { vehicleStage } from './vehicle/stage.ts';
import { verificationStage } from './verification/stage.ts';

export const stages: readonly Stage[] = [
  prequalificationStage,
  phoneCheckStage,
  decisionStage,
  screeningStage,
  vehicleStage,
  offersStage,
  fastPathStage,
  bankLinkStage,
  verificationStage,
  approvalStage,
  depositStage,
  documentsStage,
  fundingStage,
  autopayStage,
  statusStage,
  noticesStage,
  branchesStage,
  partnersStage,
  resumeStage,
  holdsStage,
  retentionStage,
  measurementsStage,
];
