import { Guarantees } from '../../ui/Card.tsx';
import { guaranteesText } from '../../wording/guarantees.ts';
import { brand, servedStates } from '../../wording/lender.ts';

export const LenderGuarantees = () => (
  <Guarantees
    title={guaranteesText.title}
    items={guaranteesText.items(brand.branchCount, servedStates.length)}
  />
);
