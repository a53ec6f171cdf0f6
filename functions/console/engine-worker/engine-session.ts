import { evidenceQuestions } from './evidence-questions.ts'
import { exportQuestions } from './export-questions.ts'
import { fileQuestions } from './file-questions.ts'
import { impactQuestions } from './impact-questions.ts'
import { keptQuestions } from './kept-questions.ts'
import { lineDetailQuestions } from './line-detail-questions.ts'
import { lineQuestions } from './line-questions.ts'
import { ownCloseQuestions } from './own-close-questions.ts'
import { policyQuestions } from './policy-questions.ts'
import { previewQuestions } from './preview-questions.ts'
import { createContext, type EngineModules } from './session-context.ts'
import { storedQuestions } from './stored-questions.ts'

export type EngineSession = ReturnType<typeof createEngineSession>

export function createEngineSession(modules: EngineModules) {
  const context = createContext(modules)
  return {
    ...fileQuestions(context),
    ...keptQuestions(context),
    ...lineQuestions(context),
    ...lineDetailQuestions(context),
    ...exportQuestions(context),
    ...impactQuestions(context),
    ...ownCloseQuestions(context),
    ...policyQuestions(),
    ...previewQuestions(context),
    ...storedQuestions(context),
    ...evidenceQuestions(context),
  }
}
