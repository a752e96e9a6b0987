"""What the steps of the assistants' graphs do, for those who wait."""

from __future__ import annotations

NODES: dict[str, tuple[str, str]] = {
    "understand": ("理解问题", "Understanding"),
    "route": ("判断意图", "Reading the question"),
    "rewrite": ("补全问题", "Completing the question"),
    "retrieve": ("检索资料", "Searching the documents"),
    "calculate": ("计算", "Calculating"),
    "weigh": ("核对依据", "Weighing the evidence"),
    "verify": ("逐句核查", "Checking every sentence"),
    "compose": ("组织回答", "Writing the answer"),
    "close": ("整理结果", "Finishing"),
    "tools": ("调用工具", "Using a tool"),
    "assistant": ("决定下一步", "Deciding what to do"),
    "waiter": ("查看订单", "Looking at the order"),
    "signature": ("找招牌菜", "Finding signature dishes"),
    "suggest": ("挑选推荐", "Choosing suggestions"),
    "tutor.read": ("看你的回答", "Reading your answer"),
    "tutor.advance": ("决定下一步", "Deciding the next step"),
    "tutor.gather": ("查找讲法", "Looking up the method"),
    "propose": ("规划搜索", "Planning the search"),
    "divide": ("拆分查询", "Dividing the question"),
    "search": ("搜索评价", "Searching for opinions"),
    "extract": ("提取依据", "Reading the evidence"),
    "decide": ("评分并决定", "Scoring and deciding"),
    "word": ("组织回答", "Writing the answer"),
    "act": ("处理", "Doing it"),
}
