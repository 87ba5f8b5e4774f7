import { Activation } from './activation.tsx'

export const ComplimentaryStudentScreen = () => <Activation kind="complimentary-student" />
