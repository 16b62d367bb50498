import { type Step, Timeline } from './Timeline.tsx';

interface StepListProps {
  readonly steps: readonly Step[];
  /** The current step, when the list shows progress. */
  readonly current?: number;
}

/** Numbered steps from top to bottom, each with a sentence. */
export const StepList = ({ steps, current }: StepListProps) => (
  <Timeline
    isNumbered
    stations={steps.map((step, index) => ({ ...step, at: index === current ? 'current' : 'ahead' }))}
  />
);
